import { exportLeads } from '@/lib/dashboard/leads/csv.ts'
import { filterOf, leadListState } from '@/lib/dashboard/leads/list-state.ts'
import { csvRoutes } from '../../csv-routes.ts'

export const { GET, POST } = csvRoutes('leads', leadListState, filterOf, exportLeads)
