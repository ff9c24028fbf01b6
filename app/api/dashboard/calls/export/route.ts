import { exportCalls } from '@/lib/dashboard/calls/csv.ts'
import { callListState, toCallFilter } from '@/lib/dashboard/calls/list-state.ts'
import { createCsvRoutes } from '../../csv-routes.ts'

export const { GET, POST } = createCsvRoutes('calls', callListState, toCallFilter, exportCalls)
