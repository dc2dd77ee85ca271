// A worker for tests: lives as long as its channel, and answers each message.
process.on('message', () => process.send?.('here'))
process.send?.('up')
