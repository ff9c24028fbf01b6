export { getClientCredentials, SERVICETITAN } from './data/systems.ts'
export { startSystems, type Systems, type SystemsOptions } from './server.ts'
export { SYSTEM_NAMES, SYSTEMS, type SystemName } from './data/systems.ts'
