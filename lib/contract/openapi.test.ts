import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { operationIds } from './operations.ts'

type Described = {
  operationId: string
  parameters: { name: string; in: string }[]
  responses: Record<string, unknown>
}
const document = openApiDocument('http://127.0.0.1:5050') as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object> }
}
const described = Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the OpenAPI document', () => {
  test('describes every operation once', () => {
    expect(described.map((one) => one.operationId).toSorted()).toEqual(operationIds.toSorted())
  })

  test('names every ranked sort of the charge capture list', () => {
    const list = described.find((one) => one.operationId === 'listChargeCaptures')!
    expect(list.parameters.filter((one) => one.name.endsWith('_ranked_sort'))).toHaveLength(18)
  })

  test('gives each error its status', () => {
    const create = described.find((one) => one.operationId === 'createChargeCapture')!
    expect(Object.keys(create.responses)).toEqual(['200', '401', '403', '404', '409', '422'])
  })

  test('has only schemas that compile, with all their references', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'http://partner.test/', components: document.components })
    for (const name of Object.keys(document.components.schemas)) {
      expect(ajv.getSchema(`http://partner.test/#/components/schemas/${name}`), name).toBeTypeOf(
        'function',
      )
    }
  })

  test('accepts an unknown enumeration value, as a reader must', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'http://partner.test/', components: document.components })
    const validate = ajv.getSchema('http://partner.test/#/components/schemas/ChargeCaptureData')!
    expect(
      validate({
        place_of_service_code: '98',
        patient: { gender: 'not-yet-known', new_member: 1 },
      }),
    ).toBe(true)
    expect(validate({ service_lines: [{ charge_amount_cents: '12.50' }] })).toBe(false)
  })
})
