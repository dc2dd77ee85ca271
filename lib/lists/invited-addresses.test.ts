import { expect, test } from 'vitest'
import { readInvitees } from './invited-addresses.ts'

test('one address, or many in any usual form, with roles of their own', () => {
  expect(readInvitees(' Ann@Clinic.test ', 'biller')).toEqual([
    { email: 'ann@clinic.test', role: 'biller' },
  ])
  expect(
    readInvitees(
      'ann@clinic.test\tManager\r\nBo Lee <bo@clinic.test> reader; cy@clinic.test dee@clinic.test admin,\n"Moss, Eve" <eve@clinic.test>',
      'credentialing',
    ),
  ).toEqual([
    { email: 'ann@clinic.test', role: 'manager' },
    { email: 'bo@clinic.test', role: 'reader' },
    { email: 'cy@clinic.test', role: 'credentialing' },
    { email: 'dee@clinic.test', role: 'admin' },
    { email: 'eve@clinic.test', role: 'credentialing' },
  ])
})

test('what is not understood, doubled or too much is said, and nobody is invited', () => {
  expect(readInvitees(' \n ', 'biller')).toBe('Give an e-mail address.')
  expect(readInvitees('ann@clinic', 'biller')).toBe('“ann@clinic” is no e-mail address.')
  expect(readInvitees('ann@clinic.test boss', 'biller')).toBe(
    '“boss” is no e-mail address, and no role: admin, biller, credentialing, manager or reader.',
  )
  expect(readInvitees('manager ann@clinic.test', 'biller')).toBe('“manager” is no e-mail address.')
  expect(readInvitees('ann@clinic.test\nANN@clinic.test', 'biller')).toBe(
    'ann@clinic.test stands there twice.',
  )
  const many = Array.from({ length: 51 }, (_, at) => `p${at}@clinic.test`).join('\n')
  expect(readInvitees(many, 'biller')).toBe('These are 51 people. Invite at most 50 at once.')
})

test.each([
  'Moss, Ida <ida@clinic.example>; Fox, Ray <ray@clinic.example>',
  'Moss, Ida <ida@clinic.example>, Fox, Ray <ray@clinic.example>',
  'ida@clinic.example, Fox, Ray <ray@clinic.example>',
  '"Moss, Ida" <ida@clinic.example>\n“Fox, Ray” <mailto:ray@clinic.example>',
  '"ida@clinic.example" \'ray@clinic.example\'.',
  'Reader, Ida <ida@clinic.example>; \u200Bray@clinic.example\u200B',
])('names, quotes and unseen signs are no addresses: %j', (text) => {
  expect(readInvitees(text, 'biller')).toEqual([
    { email: 'ida@clinic.example', role: 'biller' },
    { email: 'ray@clinic.example', role: 'biller' },
  ])
})

test('a role behind an address in brackets is that person’s, also before the next name', () => {
  expect(
    readInvitees('Moss, Ida <ida@clinic.example> manager, Fox, Ray <ray@clinic.example>', 'biller'),
  ).toEqual([
    { email: 'ida@clinic.example', role: 'manager' },
    { email: 'ray@clinic.example', role: 'biller' },
  ])
})
