/** One statement as text with `$1` parameters; rows come back as objects, 8-byte integers as numbers. */
export type RunSql = <Row>(text: string, params?: readonly unknown[]) => Promise<Row[]>
