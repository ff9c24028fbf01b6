export { startPostgres, type LocalPostgres, type PostgresOptions } from './server.ts'
export { prepareTemplate } from './template.ts'
