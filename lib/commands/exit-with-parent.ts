// Loaded first into every service that a command starts: when the command dies without a chance to say so, the
// channel to it closes, and the service ends too instead of holding its port and its data folder.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

// What the service starts by itself inherits Node's options, and a worker must not load this: its channel keeps it alive.
const place = process.execArgv.indexOf(import.meta.url)
if (place > 0) process.execArgv.splice(place - 1, 2)
