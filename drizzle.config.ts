/** Drizzle Kit settings of `npm run migration`. */
export default {
  dialect: 'postgresql',
  schema: [
    './lib/{platform,site}/*/schema.ts',
    './lib/platform/db/{organizations,deletions}.ts',
    './lib/dashboard/schema/*.ts',
  ],
  out: './lib/platform/db/migrations',
}
