'use client'

import { Button } from '../ui/button.tsx'
import { useOrganization } from '@clerk/nextjs'
import { getRoleLabel } from '@/lib/platform/auth/access-table.ts'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Loading, LoadError, StaleNotice } from './loading.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

const formatPersonName = (person: { firstName: string | null; lastName: string | null } | undefined) =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ') || 'No name'

export function Team() {
  const { memberships } = useOrganization({ memberships: { pageSize: PAGE_SIZE, infinite: true } })
  const retry = () => void memberships?.revalidate?.()
  // An organization always has a member, so an empty list means that it is still loading.
  if (!memberships?.data?.length) {
    if (memberships?.isError) return <LoadError subject="The member list" retry={retry} />
    return <Loading label="Loading members" rows={3} />
  }
  return (
    <>
      {memberships.isError && (
        <StaleNotice subject="The member list" isRetrying={memberships.isFetching} retry={retry} />
      )}
      <DataTable
        caption="Members"
        columns={['Name', 'Email', 'Role', 'Joined']}
        rows={memberships.data.map(({ id, role, createdAt, publicUserData }) => ({
          key: id,
          cells: [
            formatPersonName(publicUserData),
            publicUserData?.identifier,
            getRoleLabel(role),
            day.format(createdAt),
          ],
        }))}
      />
      {memberships.hasNextPage && (
        <Button variant="quiet" className="mt-4" onClick={() => memberships.fetchNext()}>
          Show more
        </Button>
      )}
    </>
  )
}
