import { LockHeld, takeLock } from '#lib/core/file-lock.ts'

// Takes the lock file of its argument, prints the result, and holds the lock until it is ended.
try {
  takeLock(process.argv[2]!)
  process.stdout.write(`held by ${process.pid}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof LockHeld)) throw error
  process.stdout.write('refused\n')
}
