import { expect, test } from 'vitest'
import { readFlags } from './read-flags.ts'

const read = (...args: string[]) => readFlags(args, {} as NodeJS.ProcessEnv)

test('numbers that are not given are not asked for', () => {
  expect(read()).toEqual({
    port: 5050,
    host: '127.0.0.1',
    asked: {},
    fresh: false,
    quiet: false,
    help: false,
  })
  expect(read('--captures', '0', '--seed=8', '--fresh')).toMatchObject({
    asked: { captures: 0, seed: 8 },
    fresh: true,
  })
})

test('the port is the flag, otherwise SANDBOX_PORT', () => {
  const env = { SANDBOX_PORT: '6000' } as unknown as NodeJS.ProcessEnv
  expect(readFlags([], env).port).toBe(6000)
  expect(readFlags(['--port', '6001'], env).port).toBe(6001)
  expect(() => readFlags([], { SANDBOX_PORT: 'x' } as unknown as NodeJS.ProcessEnv)).toThrow(
    'SANDBOX_PORT must be a whole number from 0 to 65,535, in digits alone, not "x".',
  )
})

test.each([
  [
    ['--captures', '100,000'],
    '--captures must be a whole number from 0 to 1,000,000, in digits alone, not "100,000".',
  ],
  [['--captures', '1e5'], '--captures must be a whole number'],
  [['--contracts', '2000000'], '--contracts must be a whole number from 0 to 1,000,000'],
  [['--seed', ''], '--seed must be a whole number'],
  [['--seed'], "Option '--seed <value>' argument missing. --help lists the flags."],
  [['--captures', '-5'], "Option '--captures' argument is ambiguous. --help lists the flags."],
  [['--capture', '5'], "Unknown option '--capture'. --help lists the flags."],
  [['100000'], "Unexpected argument '100000'. --help lists the flags."],
])('an invalid flag is named in the error: %j', (args, message) => {
  expect(() => read(...args)).toThrow(message)
})
