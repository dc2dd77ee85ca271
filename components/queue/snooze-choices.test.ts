import { expect, test } from 'vitest'
import { addDays, formatLocalDate } from '#lib/core/local-date.ts'
import { snoozeChoices } from './snooze-choices.ts'

test.each([
  ['2026-11-25', ['Tomorrow Thu 11/26', 'Next Monday Mon 11/30', 'In 2 weeks Wed 12/09']],
  ['2026-11-26', ['Tomorrow Fri 11/27', 'Next Monday Mon 11/30', 'In 2 weeks Thu 12/10']],
  ['2026-11-27', ['Next Monday Mon 11/30', 'In 2 weeks Fri 12/11']],
  ['2026-11-28', ['Next Monday Mon 11/30', 'In 3 days Tue 12/01', 'In 2 weeks Mon 12/14']],
  ['2026-11-29', ['Tomorrow Mon 11/30', 'In 3 days Wed 12/02', 'In 2 weeks Mon 12/14']],
  [
    '2026-11-30',
    ['Tomorrow Tue 12/01', 'In 3 days Thu 12/03', 'Next Monday Mon 12/07', 'In 2 weeks Mon 12/14'],
  ],
])('on %s a snooze goes until a day of work, each once', (today, offered) => {
  expect(
    snoozeChoices(today).map(
      ({ label, until }) => `${label} ${formatLocalDate(until, { year: false })}`,
    ),
  ).toEqual(offered)
})

test('on every day of a year the choices are other days of work', () => {
  for (let days = 0; days < 366; days += 1) {
    const today = addDays('2026-01-01', days)
    const untils = snoozeChoices(today).map(({ until }) => until)
    expect(new Set(untils).size).toBe(untils.length)
    expect(untils.every((until) => until > today)).toBe(true)
    expect(untils.some((until) => formatLocalDate(until).startsWith('S'))).toBe(false)
  }
})
