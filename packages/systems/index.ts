export { clientOf, SERVICETITAN } from './credentials.ts'
export { startSystems, type Systems, type SystemsOptions } from './server.ts'
export { SYSTEM_NAMES, SYSTEMS, type SystemName } from './systems.ts'
