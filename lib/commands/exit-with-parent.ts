// Loaded first into every service that a command starts: if the command dies, its channel closes,
// and the service ends too instead of holding its port and its data folder.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

// The service's own children inherit Node's options, and a worker must not load this: the channel
// would keep it alive.
const place = process.execArgv.indexOf(import.meta.url)
if (place > 0) process.execArgv.splice(place - 1, 2)
