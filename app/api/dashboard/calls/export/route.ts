import { exportCalls } from '@/lib/dashboard/calls/csv.ts'
import { callListState, filterOf } from '@/lib/dashboard/calls/list-state.ts'
import { csvRoutes } from '../../csv-routes.ts'

export const { GET, POST } = csvRoutes('calls', callListState, filterOf, exportCalls)
