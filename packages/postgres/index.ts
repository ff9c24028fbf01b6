export { startPostgres, type LocalPostgres, type PostgresOptions } from './server.ts'
export { prepareTemplate as useTemplate } from './template.ts'
