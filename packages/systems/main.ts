#!/usr/bin/env node
import { commonFlags, parsePort, runServer } from '../local-server/index.ts'
import { startSystems } from './server.ts'

await runServer({
  name: 'local-systems',
  description:
    'A local server in place of calendars, customer lists and the like: sign-in by OAuth, and as much of their APIs as an application reads. It lets everybody in: never expose it.',
  flags: {
    redirect: {
      value: '<url>',
      env: 'SYSTEMS_REDIRECT',
      default: 'http://localhost:3000/callback/{system}',
      help: "The application's address to which people are sent back, with {system} where the name of the system is",
    },
    'application-name': {
      value: '<name>',
      env: 'SYSTEMS_APPLICATION_NAME',
      default: 'The application',
      help: 'Name of the application on the pages that ask what it may do',
    },
    ...commonFlags('SYSTEMS', '3810', '.data/systems'),
    memory: { help: 'Keeps the data in memory instead' },
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
