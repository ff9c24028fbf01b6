#!/usr/bin/env node
import { buildCommonFlags, parsePort, runServer } from '../local-server/index.ts'
import { startSystems } from './server.ts'

await runServer({
  name: 'local-systems',
  description:
    'A local server that replaces calendars, CRMs and other systems: OAuth sign-in and the parts of their APIs that an application uses. It accepts any user: never expose it.',
  flags: {
    redirect: {
      value: '<url>',
      env: 'SYSTEMS_REDIRECT',
      default: 'http://localhost:3000/callback/{system}',
      help: 'Redirect URL of the application, with {system} for the name of the system',
    },
    'application-name': {
      value: '<name>',
      env: 'SYSTEMS_APPLICATION_NAME',
      default: 'The application',
      help: 'Name of the application on the consent pages',
    },
    ...buildCommonFlags('SYSTEMS', '3810', '.data/systems'),
    memory: { help: 'Store the data in memory instead' },
  },
  examples: ['local-systems --port 3810 --redirect http://localhost:3000/integrations/{system}/callback'],
  start: async (flags) => {
    const systems = await startSystems({
      port: parsePort(flags.port),
      dataDir: flags.memory ? undefined : flags.data,
      redirect: flags.redirect,
      applicationName: flags['application-name'],
    })
    return { message: `systems listening on ${new URL(systems.url).host}`, close: systems.close }
  },
})
