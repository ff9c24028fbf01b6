import type { Change } from '../../support/defences/check.ts'

/** What the HTTP front does against attacks, and how it is taken away. */
export const front = {
  methods: [
    {
      file: 'server/front.ts',
      from: '    if (!isRead(request))\n      return send(',
      to: "    if (request.method === 'none')\n      return send(",
    },
  ],
} satisfies Record<string, Change[]>
