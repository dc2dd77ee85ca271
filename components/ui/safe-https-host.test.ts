import { expect, test } from 'vitest'
import { safeHttpsHost } from './safe-https-host.ts'

test('an https address gives its host', () => {
  expect(safeHttpsHost('https://ehr.example.test:8443/visit/1?tab=2')).toBe('ehr.example.test:8443')
})

test.each([
  'http://ehr.example.test',
  'javascript:alert(1)',
  'data:text/html,x',
  '//ehr.example.test',
  'visit 12',
  '',
  'https://user:pass@ehr.example.test',
])('%s is not followed', (address) => expect(safeHttpsHost(address)).toBeUndefined())
