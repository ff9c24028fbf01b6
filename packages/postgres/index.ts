export { startPostgres, type LocalPostgres, type PostgresOptions } from './server.ts'
export { useTemplate } from './template.ts'
