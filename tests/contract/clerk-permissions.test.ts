import { expect, it } from 'vitest'
import { FEATURES, PERMISSIONS, PLANS, ROLES } from '../../lib/auth/permissions.ts'
import * as instance from '../../packages/clerk/instance.ts'

const isOurs = (permission: string): boolean => !permission.startsWith('org:sys_')
const sorted = (values: Iterable<string>): string[] => [...values].toSorted()

it('gives roles the permissions that the site’s table says, under the same names', () => {
  const local = instance.ROLES.map(({ key, name, permissions }) => [key, name, sorted(permissions.filter(isOurs))])
  const site = Object.entries(ROLES).map(([key, { label, permissions }]) => [key, label, sorted(permissions)])
  expect(local).toEqual(site)
})

it('knows no permission that the table does not, and each of it', () => {
  const local = new Set(instance.ROLES.flatMap(({ permissions }) => permissions).filter(isOurs))
  expect(sorted(local)).toEqual(sorted(Object.keys(PERMISSIONS)))
})

it('gives plans the features that the table says, under the same names', () => {
  const local = Object.entries(instance.ORGANIZATION_PLANS).map(([key, { name, features }]) => [
    key,
    name,
    sorted(features),
  ])
  const site = Object.entries(PLANS).map(([key, { label, features }]) => [key, label, sorted(features)])
  expect(local).toEqual(site)
  expect(sorted(new Set(local.flatMap(([, , features]) => features as string[])))).toEqual(
    sorted(Object.keys(FEATURES)),
  )
  expect(instance.DEFAULT_ORGANIZATION_PLAN).toBe(Object.keys(PLANS)[0])
})
