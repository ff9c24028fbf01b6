import { startDashboardWorker, type WorkerScope } from '../dashboard-worker.ts'

/* The service worker of the dashboard, which `app/dashboard-worker.js` serves. */
startDashboardWorker(globalThis as unknown as WorkerScope)
