const started = Date.now()

/** Writes a line for the person at the terminal. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Announces a step of a command, with the seconds since the command began. */
export function sayStep(name: string): void {
  say(`\n[${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s] ${name}`)
}
