import { exportLeads } from '@/lib/dashboard/leads/csv.ts'
import { toLeadFilter, leadListState } from '@/lib/dashboard/leads/list-state.ts'
import { createCsvRoutes } from '../../csv-routes.ts'

export const { GET, POST } = createCsvRoutes('leads', leadListState, toLeadFilter, exportLeads)
