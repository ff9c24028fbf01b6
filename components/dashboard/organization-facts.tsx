'use client'

import { useOrganization } from '@clerk/nextjs'

const Bone = () => <span className="dash-bone inline-block h-4 w-28 align-middle" aria-hidden="true" />

/** Name of the active organization; it keeps its place until it is known. */
export function OrganizationName() {
  const { organization } = useOrganization()
  return organization ? organization.name : <Bone />
}

/** How many people belong to the active organization; it keeps its place until it is known. */
export function TeamSize() {
  const { organization } = useOrganization()
  if (!organization) return <Bone />
  return organization.membersCount === 1 ? 'Only you' : `${organization.membersCount} people`
}
