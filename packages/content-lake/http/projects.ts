import { Hono } from 'hono'
import { permissionsOf, requireComment, requirePermission, requireUser, roleTitle } from '../access/permissions.ts'
import type { LakeUser, Role } from '../access/users.ts'
import type { DatasetInfo } from '../store/lake-store.ts'
import { badRequest, type Env, type LakeContext, type Services } from './services.ts'
import { ACCOUNT_DATE, currentUser } from './users.ts'

const ROLES: Role[] = ['administrator', 'editor', 'viewer']

/** The project, its members, roles and datasets. Datasets are managed below /projects/:project and, as some clients do, at /datasets. */
export function projectRoutes({ accounts, projectId, store }: Services): Hono<Env> {
  const project = (me: LakeUser) => ({
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
    members: accounts.users.map((user) => member(user, me)),
  })

  const list = (c: LakeContext): Response => {
    requireUser(c.get('user'))
    const addonFor = c.req.query('addonFor')
    if (addonFor === undefined) return c.json(store.datasets().map(datasetBody))
    const comments = store.commentsOn(store.dataset(addonFor).name)
    return c.json(comments ? [datasetBody(comments)] : [])
  }
  const create = async (c: LakeContext): Promise<Response> => {
    const user = requirePermission(c.get('user'), 'manage')
    const name = c.req.param('name') ?? ''
    store.create(name, await aclMode(c), user.id)
    return c.json({ datasetName: name, aclMode: store.info(name)?.aclMode, description: null })
  }
  const edit = async (c: LakeContext): Promise<Response> => {
    requirePermission(c.get('user'), 'manage')
    const name = c.req.param('name') ?? ''
    store.setAclMode(name, await aclMode(c))
    return c.json({ datasetName: name, aclMode: store.info(name)?.aclMode, description: null })
  }
  const remove = (c: LakeContext): Response => {
    requirePermission(c.get('user'), 'manage')
    store.remove(c.req.param('name') ?? '')
    return c.json({ deleted: true })
  }

  const embeddings = (c: LakeContext): Response => {
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
    .get('/projects', (c) => c.json([project(requireUser(c.get('user')))]))
    .get('/projects/:project', (c) => c.json(project(requireUser(c.get('user')))))
    .get('/projects/:project/users', (c) => {
      requireUser(c.get('user'))
      return c.json(accounts.users.map(currentUser))
    })
    .get('/projects/:project/roles', (c) => {
      requireUser(c.get('user'))
      return c.json(ROLES.map((name) => ({ name, title: roleTitle(name), description: '', isCustom: false })))
    })
    .get('/projects/:project/grants', (c) => c.json(grants(requireUser(c.get('user')))))
    .get('/projects/:project/datasets/:name/acl', (c) => {
      const { role } = requireUser(c.get('user'))
      store.dataset(c.req.param('name'))
      return c.json([{ filter: '_id in path("**")', permissions: permissionsOf(role) }])
    })
    .get('/projects/:project/user-applications', (c) => {
      requireUser(c.get('user'))
      return c.json([])
    })
  for (const base of ['/projects/:project/datasets', '/datasets']) {
    routes.get(base, list)
    routes.put(`${base}/:name`, create)
    routes.patch(`${base}/:name`, edit)
    routes.delete(`${base}/:name`, remove)
    routes.get(`${base}/:name/settings/embeddings`, embeddings)
  }
  return routes
}

const datasetBody = ({ name, aclMode, createdAt, createdBy, addonFor }: DatasetInfo) => ({
  name,
  aclMode,
  createdAt,
  createdByUserId: createdBy,
  addonFor,
  datasetProfile: addonFor === null ? 'content' : 'comments',
  features: [],
  tags: [],
})

async function aclMode(c: LakeContext): Promise<DatasetInfo['aclMode']> {
  const text = await c.req.text()
  if (text === '') return 'public'
  try {
    const { aclMode: mode = 'public' } = JSON.parse(text) as { aclMode?: unknown }
    if (mode === 'public' || mode === 'private') return mode
  } catch {
    throw badRequest('Request body is not valid JSON')
  }
  throw badRequest('"aclMode" must be "public" or "private"')
}

function member({ id, role, isRobot }: LakeUser, me: LakeUser) {
  const roles = [{ name: role, title: roleTitle(role), description: '', isCustom: false }]
  return { id, role, roles, isRobot, isCurrentUser: id === me.id, createdAt: ACCOUNT_DATE, updatedAt: ACCOUNT_DATE }
}

function grants({ role }: LakeUser) {
  const manages = permissionsOf(role).includes('manage')
  const project = manages ? ['read', 'update', 'createSession', 'delete', 'deployStudio'] : ['read']
  const mode = permissionsOf(role).includes('update') ? 'publish' : 'read'
  return {
    'sanity.project': [{ config: {}, grants: project.map((name) => ({ name, params: {} })) }],
    'sanity.document.filter.mode': [
      { config: { filter: '_id in path("**")' }, grants: [{ name: 'mode', params: { mode, history: true } }] },
    ],
    ...(manages && {
      'sanity.project.datasets': [
        { config: {}, grants: ['create', 'delete', 'read', 'update'].map((name) => ({ name, params: {} })) },
      ],
    }),
  }
}
