import { collectionRoute } from '@/lib/api/resource-routes.ts'
import { appointmentResource } from '@/lib/api/resources/appointments.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = collectionRoute(appointmentResource)
