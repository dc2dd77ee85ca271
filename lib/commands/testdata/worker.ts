// A worker for tests: lives as long as its channel, and answers what it is asked.
process.on('message', () => process.send?.('here'))
process.send?.('up')
