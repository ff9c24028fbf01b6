import { Refusal } from '@/components/dashboard/refusal.tsx'

export default function DashboardForbidden() {
  return <Refusal />
}
