import { startDashboardWorker, type WorkerScope } from '../dashboard-worker.ts'

startDashboardWorker(globalThis as unknown as WorkerScope)
