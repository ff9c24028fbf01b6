'use client'

import { useOrganizationList } from '@clerk/nextjs'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../loading.tsx'
import { ALL_PAGES, useAllPages } from '../use-all-pages.ts'
import { Invitations, Memberships } from './company-rows.tsx'
import { NameCompany, useNaming } from './name-company.tsx'

type OwnCompanyProps = { isFirst: boolean; isInvited: boolean; naming: ReturnType<typeof useNaming> }

/** The form of a new company; somebody who was invited sees it once they want one of their own all the same. */
function OwnCompany({ isFirst, isInvited, naming }: OwnCompanyProps) {
  const [isWanted, setIsWanted] = useState(naming.name !== '')
  if (isInvited && !isWanted) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        You are here for a company of your own instead?
        <Button variant="quiet" onClick={() => setIsWanted(true)}>
          Name your own company
        </Button>
      </p>
    )
  }
  return (
    <Panel
      title={isFirst ? 'Name your company' : 'Name another company'}
      note="It is yours: you invite your people, and say what each of them may do."
    >
      <NameCompany label={isFirst ? 'Go on' : 'Create it'} naming={naming} />
    </Panel>
  )
}

/**
 * Where somebody without a company begins: the invitations that wait for them, the companies that they belong to, and one
 * field for the name of a new one. What Clerk knows is asked for by its hooks; none of its components is shown.
 */
export function Welcome() {
  const { isLoaded, userInvitations, userMemberships } = useOrganizationList({
    userInvitations: ALL_PAGES,
    userMemberships: ALL_PAGES,
  })
  const naming = useNaming()
  const [wasReady, setWasReady] = useState(false)
  useAllPages(userInvitations)
  useAllPages(userMemberships)
  const lists = [userInvitations, userMemberships]
  const hasFailed = lists.some((list) => list?.isError)
  // Clerk says that nothing is loading before it has begun, and has no data until something has come.
  const isReady = isLoaded && (hasFailed || lists.every((list) => list?.data !== undefined && !list.isLoading))
  // Read again, as after a change of the session, they take nothing away that is shown.
  if (isReady && !wasReady) setWasReady(true)
  if (!isReady && !wasReady) {
    return (
      <div className="in-[main:has([data-slot=clerk-failed])]:hidden">
        <Loading label="Loading your companies" rows={4} />
      </div>
    )
  }
  const invitations = userInvitations?.data ?? []
  const memberships = userMemberships?.data ?? []
  const isInvited = invitations.length > 0
  return (
    <>
      {hasFailed && (
        <p role="alert" className="rounded-xl panel px-5 py-4">
          Your invitations could not be loaded. If a company has invited you, load the page again in a minute before you
          name one.
        </p>
      )}
      {isInvited && (
        <Panel title={invitations.length === 1 ? 'You are invited' : 'Your invitations'}>
          <Invitations invitations={invitations} />
        </Panel>
      )}
      {memberships.length > 0 && (
        <Panel title="Your companies">
          <Memberships memberships={memberships} />
        </Panel>
      )}
      <OwnCompany
        isFirst={memberships.length === 0}
        isInvited={isInvited && memberships.length === 0}
        naming={naming}
      />
    </>
  )
}
