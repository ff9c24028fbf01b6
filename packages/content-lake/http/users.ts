import { Hono } from 'hono'
import {
  type LakeUser,
  PERMISSIONS,
  requireComment,
  requirePermission,
  requireUser,
  type Role,
  ROLE_TITLES,
} from '../access/users.ts'
import { createBadRequestError, createHttpError } from '../store/errors.ts'
import type { DatasetInfo } from '../store/lake-store.ts'
import { type Env, parseIdList, jsonLimit, type LakeContext, type Services } from './services.ts'

const ACCOUNT_DATE = '2025-01-01T00:00:00.000Z'

export function createUserRoutes(services: Services): Hono<Env> {
  const { accounts, store } = services
  return new Hono<Env>()
    .get('/users/me', (c) => c.json(formatCurrentUser(requireUser(c.get('user')))))
    .get('/users/me/keyvalue/:keys', (c) => {
      const { id } = requireUser(c.get('user'))
      const pairs = parseIdList(c.req.param('keys')).map((key) => ({ key, value: store.keyValue(id, key) }))
      return c.json(pairs.filter(({ value }) => value !== undefined))
    })
    .put('/users/me/keyvalue', jsonLimit, async (c) => {
      const { id } = requireUser(c.get('user'))
      // Invalid JSON gets the same error as invalid pairs.
      const pairs = readKeyValuePairs(await c.req.json().catch(() => undefined))
      for (const { key, value } of pairs) store.setKeyValue(id, key, value)
      return c.json(pairs)
    })
    .get('/users/:ids', (c) => {
      const me = requireUser(c.get('user'))
      const ids = parseIdList(c.req.param('ids'))
      const profiles = ids
        .flatMap((id) => accounts.find(id) ?? [])
        .map((user) => formatProfile(user, me, services.projectId))
      if (ids.length > 1) return c.json(profiles)
      if (!profiles[0]) throw createHttpError(404, 'User not found')
      return c.json(profiles[0])
    })
}

function formatCurrentUser({ id, name, email, role }: LakeUser) {
  return { id, name, email, profileImage: null, provider: 'local', role, roles: [formatRole(role)] }
}

function formatProfile({ id, name, email }: LakeUser, me: LakeUser, projectId: string) {
  const [givenName = name, ...family] = name.split(' ')
  return {
    id,
    sanityUserId: id,
    projectId,
    displayName: name,
    givenName,
    familyName: family.join(' '),
    middleName: null,
    email,
    imageUrl: null,
    createdAt: ACCOUNT_DATE,
    updatedAt: ACCOUNT_DATE,
    isCurrentUser: id === me.id,
  }
}

function readKeyValuePairs(body: unknown): { key: string; value: unknown }[] {
  const pairs = Array.isArray(body) ? body : []
  const valid = pairs.filter((pair) => typeof pair?.key === 'string' && pair.key.length <= 256)
  if (!Array.isArray(body) || valid.length < pairs.length)
    throw createBadRequestError('Expected an array of {key, value}')
  return valid
}

const formatRole = (name: Role) => ({ name, title: ROLE_TITLES[name], description: '', isCustom: false })

/** Creates the project routes. Clients manage datasets at /projects/:project. Some clients use /datasets as well. */
export function createProjectRoutes({ accounts, projectId, store }: Services): Hono<Env> {
  const formatProject = (me: LakeUser) => ({
    id: projectId,
    displayName: 'Ductwise (local)',
    studioHost: null,
    organizationId: null,
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    activityFeedEnabled: false,
    createdAt: ACCOUNT_DATE,
    updatedAt: ACCOUNT_DATE,
    maxRetentionDays: 365,
    metadata: {},
    features: [],
    members: accounts.users.map((user) => formatMember(user, me)),
  })

  const list = (c: LakeContext): Response => {
    requireUser(c.get('user'))
    const addonFor = c.req.query('addonFor')
    if (addonFor === undefined) return c.json(store.datasets().map(formatDataset))
    const comments = store.commentsOn(store.dataset(addonFor).name)
    return c.json(comments ? [formatDataset(comments)] : [])
  }
  const createDataset = async (c: LakeContext): Promise<Response> => {
    const user = requirePermission(c.get('user'), 'manage')
    const name = c.req.param('name') ?? ''
    store.create(name, await readAclMode(c), user.id)
    return c.json({ datasetName: name, aclMode: store.info(name)?.aclMode, description: null })
  }
  const editDataset = async (c: LakeContext): Promise<Response> => {
    requirePermission(c.get('user'), 'manage')
    const name = c.req.param('name') ?? ''
    store.setAclMode(name, await readAclMode(c))
    return c.json({ datasetName: name, aclMode: store.info(name)?.aclMode, description: null })
  }
  const removeDataset = (c: LakeContext): Response => {
    requirePermission(c.get('user'), 'manage')
    store.remove(c.req.param('name') ?? '')
    return c.json({ deleted: true })
  }

  const getEmbeddings = (c: LakeContext): Response => {
    requireUser(c.get('user'))
    store.dataset(c.req.param('name') ?? '')
    return c.json({ enabled: false, status: 'disabled' })
  }

  const setUpComments = (c: LakeContext): Response => {
    const user = requireComment(c.get('user'))
    const dataset = store.dataset(c.req.param('dataset') ?? '')
    return c.json({ datasetName: store.setUpComments(dataset.name, user.id).name })
  }

  const routes = new Hono<Env>()
    .post('/comments/:dataset/setup', setUpComments)
    .get('/projects', (c) => c.json([formatProject(requireUser(c.get('user')))]))
    .get('/projects/:project', (c) => c.json(formatProject(requireUser(c.get('user')))))
    .get('/projects/:project/users', (c) => {
      requireUser(c.get('user'))
      return c.json(accounts.users.map(formatCurrentUser))
    })
    .get('/projects/:project/roles', (c) => {
      requireUser(c.get('user'))
      return c.json((['administrator', 'editor', 'viewer'] as const).map(formatRole))
    })
    .get('/projects/:project/grants', (c) => c.json(getGrants(requireUser(c.get('user')))))
    .get('/projects/:project/datasets/:name/acl', (c) => {
      const { role } = requireUser(c.get('user'))
      store.dataset(c.req.param('name'))
      return c.json([{ filter: '_id in path("**")', permissions: PERMISSIONS[role] }])
    })
    .get('/projects/:project/user-applications', (c) => {
      requireUser(c.get('user'))
      return c.json([])
    })
  for (const base of ['/projects/:project/datasets', '/datasets']) {
    routes.get(base, list)
    routes.put(`${base}/:name`, createDataset)
    routes.patch(`${base}/:name`, editDataset)
    routes.delete(`${base}/:name`, removeDataset)
    routes.get(`${base}/:name/settings/embeddings`, getEmbeddings)
  }
  return routes
}

const formatDataset = ({ name, aclMode, createdAt, createdBy, addonFor }: DatasetInfo) => ({
  name,
  aclMode,
  createdAt,
  createdByUserId: createdBy,
  addonFor,
  datasetProfile: addonFor === null ? 'content' : 'comments',
  features: [],
  tags: [],
})

async function readAclMode(c: LakeContext): Promise<DatasetInfo['aclMode']> {
  const text = await c.req.text()
  if (text === '') return 'public'
  try {
    const { aclMode: mode = 'public' } = JSON.parse(text) as { aclMode?: unknown }
    if (mode === 'public' || mode === 'private') return mode
  } catch {
    throw createBadRequestError('Request body is not valid JSON')
  }
  throw createBadRequestError('"aclMode" must be "public" or "private"')
}

function formatMember({ id, role, isRobot }: LakeUser, me: LakeUser) {
  const roles = [formatRole(role)]
  return { id, role, roles, isRobot, isCurrentUser: id === me.id, createdAt: ACCOUNT_DATE, updatedAt: ACCOUNT_DATE }
}

function getGrants({ role }: LakeUser) {
  const canManage = PERMISSIONS[role].includes('manage')
  const project = canManage ? ['read', 'update', 'createSession', 'delete', 'deployStudio'] : ['read']
  const mode = PERMISSIONS[role].includes('update') ? 'publish' : 'read'
  return {
    'sanity.project': [{ config: {}, grants: project.map((name) => ({ name, params: {} })) }],
    'sanity.document.filter.mode': [
      { config: { filter: '_id in path("**")' }, grants: [{ name: 'mode', params: { mode, history: true } }] },
    ],
    ...(canManage && {
      'sanity.project.datasets': [
        { config: {}, grants: ['create', 'delete', 'read', 'update'].map((name) => ({ name, params: {} })) },
      ],
    }),
  }
}
