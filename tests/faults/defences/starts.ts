import type { Change } from '../../support/defences/check.ts'

/** What keeps a second start from the first one, and how it is taken away. */
export const starts = {
  /** A site without its port ends. */
  port: [
    {
      file: 'server/main.ts',
      from: "  log.error({ err }, 'The site cannot listen')\n  process.exit(1)\n",
      to: "  log.error({ err }, 'The site cannot listen')\n",
    },
  ],
  /** Whoever starts everything looks first whether its ports are free. */
  freePorts: [{ file: 'scripts/support/processes.ts', from: '  if (busy)\n', to: "  if (busy && host === '')\n" }],
  /** A folder of data has one server. */
  folders: [
    {
      file: 'packages/postgres/server.ts',
      from: 'dataDir ? lockFolder(resolve(dataDir))',
      to: 'dataDir === "" ? lockFolder(resolve(dataDir))',
    },
  ],
} satisfies Record<string, Change[]>
