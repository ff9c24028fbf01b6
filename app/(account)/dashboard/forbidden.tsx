import { AccessDenied } from '@/components/dashboard/access-denied.tsx'

export default function DashboardForbidden() {
  return <AccessDenied />
}
