import { vi } from 'vitest'

// Test files that share a worker would also share the state of modules, such as the environment that was read once.
vi.resetModules()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
