// All tables of the sandbox, for Drizzle and for the migrations.
export * from './captures-schema.ts'
export * from './contracts-schema.ts'
export * from './creations-schema.ts'
export * from './records-schema.ts'
