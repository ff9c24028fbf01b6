import { collectionRoute } from '@/lib/api/resource-routes.ts'
import { leadResource } from '@/lib/api/resources/leads.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = collectionRoute(leadResource)
