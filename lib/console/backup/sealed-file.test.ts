import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { rootKeyOf } from '#lib/console/connections/root-key.ts'
import { readEntries, writeEntries, type Entry } from './entries.ts'
import { openBackup, readHeader, sealBackup } from './sealed-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'console-sealed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = path.join(folder, 'backup')

const root = rootKeyOf(Buffer.alloc(32, 7), 'a test')
const about = {
  made_at: '2026-11-26T22:40:00.000Z',
  version: '0.1.0',
  migration: { tag: '0035_follow_ups', hash: 'ab'.repeat(32) },
}

async function* streamOf(...pieces: Buffer[]) {
  yield* pieces
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = []
  for await (const bytes of stream) found.push(bytes)
  return Buffer.concat(found)
}

async function sealed(plain: Buffer, key = root): Promise<Buffer> {
  // In pieces that are none of the parts.
  const pieces = []
  for (let at = 0; at < plain.length; at += 50_001) pieces.push(plain.subarray(at, at + 50_001))
  return bytesOf(sealBackup(key, about, streamOf(...pieces)))
}

async function opened(bytes: Buffer, key = root): Promise<Buffer> {
  writeFileSync(file, bytes)
  return bytesOf(openBackup(key, await readHeader(file)))
}

const [part, tag] = [65_536, 16]

describe('a sealed file', () => {
  test.each([0, 1, part - 1, part, part + 1, 3 * part, 200_000])(
    'of %i bytes opens as it was written, and not with a byte more, less or changed',
    async (size) => {
      const plain = randomBytes(size)
      const whole = await sealed(plain)
      expect((await opened(whole)).equals(plain)).toBe(true)
      const end = 'The end of the backup was cut off or changed'
      const start = (await readHeader(file)).lines.length
      await expect(opened(whole.subarray(0, -1))).rejects.toThrow(end)
      await expect(opened(whole.subarray(0, start))).rejects.toThrow(end)
      await expect(opened(Buffer.concat([whole, Buffer.from([0])]))).rejects.toThrow(
        /was changed|or changed/,
      )
      // Every part has its own words; the first and the last byte of each are tried.
      for (let at = start; at < whole.length; at += part + tag)
        for (const byte of [at, Math.min(at + part + tag, whole.length) - 1]) {
          const flipped = Buffer.from(whole)
          flipped[byte]! ^= 1
          const isLast = at + part + tag >= whole.length
          await expect(opened(flipped)).rejects.toThrow(
            isLast
              ? `${end}, from byte ${at} on.`
              : at === start
                ? 'The beginning of the backup was changed'
                : `The backup was changed: the part from byte ${at} on does not open.`,
          )
        }
    },
  )

  test('cut between two parts, with parts in another order, or with one of another backup, does not open', async () => {
    const plain = randomBytes(4 * part)
    const [whole, other] = [await sealed(plain), await sealed(plain)]
    const { length: start } = (await opened(whole).then(() => readHeader(file))).lines
    const at = (number: number) => start + number * (part + tag)
    const partOf = (bytes: Buffer, number: number) => bytes.subarray(at(number), at(number + 1))
    const made = (...numbers: number[]) =>
      Buffer.concat([whole.subarray(0, start), ...numbers.map((number) => partOf(whole, number))])
    await expect(opened(made(0, 1, 2))).rejects.toThrow('The end of the backup was cut off')
    await expect(opened(made(0, 2, 1, 3))).rejects.toThrow(`from byte ${at(1)} on`)
    await expect(opened(made(0, 0, 1, 2, 3))).rejects.toThrow(`from byte ${at(1)} on`)
    await expect(opened(made(0, 2, 3))).rejects.toThrow(`from byte ${at(1)} on`)
    const mixed = Buffer.concat([made(0), partOf(other, 1), made(2, 3).subarray(start)])
    await expect(opened(mixed)).rejects.toThrow(`from byte ${at(1)} on`)
    await expect(opened(whole, rootKeyOf(Buffer.alloc(32, 8), 'another'))).rejects.toThrow(
      'The beginning of the backup was changed',
    )
  })

  test('has a header that a person reads, and that cannot be changed unseen', async () => {
    const whole = await sealed(Buffer.from('rows'))
    writeFileSync(file, whole)
    const { header } = await readHeader(file)
    expect(header).toEqual({ ...about, root_key: root.fingerprint, salt: expect.any(String) })
    expect(readFileSync(file, 'utf8')).toMatch(/^Billing operations console, backup, format 1\n\{/)
    const later = Buffer.from(whole.toString('latin1').replace('22:40', '22:41'), 'latin1')
    await expect(opened(later)).rejects.toThrow('or changed')
    for (const [bytes, words] of [
      [Buffer.from('PGDMP'), 'This file is no backup of this console'],
      [whole.subarray(0, 60), 'The second line of the backup was changed or cut off'],
      [Buffer.from(whole.toString('latin1').replace('{', '['), 'latin1'), 'The second line'],
      [
        Buffer.from(whole.toString('latin1').replace('format 1', 'format 2'), 'latin1'),
        'another format',
      ],
    ] as const)
      await expect(opened(bytes as Buffer)).rejects.toThrow(words)
    await expect(readHeader(path.join(folder, 'none'))).rejects.toThrow('There is no such file.')
  })
})

describe('the entries of a backup', () => {
  const table = { kind: 'table', name: 'audit_records', columns: ['id', 'at'] } as const
  const list = { kind: 'code-list', name: 'HCPC2026_OCT_ANWEB.txt', modified_ms: 1.5 } as const
  const rest = {
    sequences: [{ table: 'audit_records', column: 'id', last: '41', is_called: true }],
    head: { number: 3, signature: 'abc' },
    missing_archives: [],
  }

  async function written(...given: [Entry, Buffer[]][]): Promise<Buffer> {
    async function* entries() {
      for (const [entry, pieces] of given) yield { entry, content: streamOf(...pieces) }
    }
    return bytesOf(writeEntries(entries(), async () => rest))
  }

  async function read(bytes: Buffer) {
    const found: [string, Buffer][] = []
    const contents = await readEntries(streamOf(bytes), async ({ name }, content) => {
      found.push([name, await bytesOf(content)])
    })
    return { found, contents }
  }

  test('come out as they went in, with the number of rows and a digest of each', async () => {
    const large = randomBytes(3_000_000)
    const plain = await written(
      [
        { ...table, columns: [...table.columns] },
        [Buffer.from('1\ta\n2'), Buffer.from('\tb\\n\n')],
      ],
      [list, [large]],
      [{ ...list, name: 'empty.txt' }, []],
    )
    const { found, contents } = await read(plain)
    expect(found.map(([name]) => name)).toEqual([table.name, list.name, 'empty.txt'])
    expect(found[0]![1].toString()).toBe('1\ta\n2\tb\\n\n')
    expect(found[1]![1].equals(large)).toBe(true)
    expect(contents).toEqual({ ...rest, entries: expect.any(Array) })
    expect(contents.entries[0]).toMatchObject({ name: table.name, rows: 2, bytes: 10 })
    expect(contents.entries[2]).toMatchObject({ rows: 0, bytes: 0 })
  })

  test('that differ from the list of contents are refused by name, and so are names that leave a folder', async () => {
    const plain = await written([{ ...table, columns: ['id'] }, [Buffer.from('1\n2\n')]])
    const at = plain.indexOf('1\n2\n')
    const changed = Buffer.from(plain)
    changed[at] = 0x33
    await expect(read(changed)).rejects.toThrow(
      'holds something else than its list of contents says: the table audit_records.',
    )
    await expect(read(plain.subarray(0, -1))).rejects.toThrow('ends before its list of contents')
    await expect(read(Buffer.concat([plain, plain]))).rejects.toThrow('Something follows')
    for (const name of ['../root.key', '.ssh', 'a/b', '', 'a\0'])
      await expect(read(await written([{ ...list, name }, []]))).rejects.toThrow('another format')
  })
})
