export { startPostgres, type LocalPostgres, type PostgresOptions } from './server.ts'
