import { itemRoute } from '@/lib/api/resource-routes.ts'
import { callResource } from '@/lib/api/resources/calls.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = itemRoute(callResource)
