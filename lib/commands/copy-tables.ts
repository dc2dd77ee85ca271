/** A connection to a database, of whichever client. */
export type Connection = {
  query: <Row extends object>(text: string, params?: unknown[]) => Promise<{ rows: Row[] }>
}

const page = 1_000

/**
 * Copies the rows of every table of `public` to a database with the same tables, in one
 * transaction, and the places of the sequences. Triggers and foreign keys rest meanwhile. Returns
 * the number of rows by table.
 */
export async function copyTables(from: Connection, to: Connection): Promise<Map<string, number>> {
  const copied = new Map<string, number>()
  await to.query('begin')
  try {
    await to.query('set local session_replication_role = replica')
    for (const { table, columns } of await readTables(from))
      copied.set(table, await copyRows(from, to, table, columns))
    await placeSequences(to)
    await to.query('commit')
  } catch (error) {
    await to.query('rollback')
    throw error
  }
  return copied
}

type Table = { table: string; columns: string }

// The database makes generated columns itself.
async function readTables(from: Connection): Promise<Table[]> {
  const { rows } = await from.query<Table>(`
    select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`)
  return rows
}

// As JSON text from end to end, so that no value passes through a number of JavaScript.
async function copyRows(
  from: Connection,
  to: Connection,
  table: string,
  columns: string,
): Promise<number> {
  for (let done = 0; ; done += page) {
    const { rows } = await from.query<{ json: string; count: number }>(
      `select coalesce(json_agg(row_to_json(found)), '[]')::text as json, count(*)::int as count
       from (select ${columns} from "${table}" order by ctid limit ${page} offset ${done}) as found`,
    )
    const { json, count } = rows[0]!
    if (count > 0)
      await to.query(
        `insert into "${table}" (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::"${table}", $1::json)`,
        [json],
      )
    if (count < page) return done + count
  }
}

async function placeSequences(to: Connection): Promise<void> {
  const { rows } = await to.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`)
  for (const { table, column } of rows)
    await to.query(
      `select setval(pg_get_serial_sequence('"${table}"', '${column}'), coalesce(max("${column}"), 0) + 1, false) from "${table}"`,
    )
}
