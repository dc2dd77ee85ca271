// Loaded first into every service that a command starts: when the command dies without a chance to say so, the
// channel to it closes, and the service ends too instead of holding its port and its data folder.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
