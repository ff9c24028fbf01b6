import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMigrationProblems } from '../../scripts/lint/migrations.ts'

const folder = resolve(import.meta.dirname, '../../lib/platform/db/migrations')

/** The first migration of a deployed site. From this migration on, two versions may run side by side. */
const FIRST_DEPLOYED_MIGRATION = 9

const listReasons = (sql: string, number = 20) => findMigrationProblems(sql, number).map(({ reason }) => reason)

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => ({ file, number: Number(file.slice(0, 4)) }))
  .filter(({ number }) => number >= FIRST_DEPLOYED_MIGRATION)

describe('migration', () => {
  it.each(files)('is compatible with the previous release: $file', ({ file, number }) => {
    expect(findMigrationProblems(readFileSync(resolve(folder, file), 'utf8'), number)).toEqual([])
  })

  it.each([
    'ALTER TABLE "calls" DROP COLUMN "summary";',
    'ALTER TABLE "calls" ADD COLUMN "a" text, DROP COLUMN "summary";',
    'DROP TABLE "calls";',
    'DROP TABLE IF EXISTS calls CASCADE;',
    'DROP VIEW searchable_leads;',
    'DROP FUNCTION matching_calls(tsquery);',
    'DROP INDEX "calls_external";',
    'DROP POLICY "own_organization_only" ON "calls" CASCADE;',
    'ALTER TABLE "calls" DROP CONSTRAINT "calls_external";',
    'ALTER TABLE "calls" ALTER COLUMN "version" DROP DEFAULT;',
    'ALTER TABLE "calls" RENAME COLUMN "summary" TO "abstract";',
    'ALTER TABLE "calls" RENAME TO "conversations";',
    'ALTER TABLE "calls" SET SCHEMA archive;',
    'ALTER TABLE "calls" ALTER COLUMN "summary" SET DATA TYPE jsonb;',
    'ALTER TABLE "calls" ALTER COLUMN summary TYPE integer USING 1;',
    'ALTER TABLE "calls" ALTER COLUMN "caller_name" SET NOT NULL;',
    'ALTER TABLE "calls" ADD COLUMN "mood" text NOT NULL;',
    'ALTER TABLE "calls" ADD COLUMN "a" text DEFAULT 1, ADD COLUMN "mood" text NOT NULL;',
    'ALTER TABLE "calls" ADD CONSTRAINT "short" CHECK (length(summary) < 10);',
    'ALTER TABLE "calls" ADD CONSTRAINT "of" FOREIGN KEY (a, b) REFERENCES leads (a, b);',
    'ALTER TABLE "calls" ADD CONSTRAINT "once" UNIQUE("summary");',
    'CREATE UNIQUE INDEX "once" ON "calls" USING btree ("summary");',
    'ALTER TABLE "page_views" ENABLE ROW LEVEL SECURITY;',
    'ALTER POLICY "own_organization_only" ON "calls" USING (false);',
    'CREATE POLICY "less" ON "calls" AS RESTRICTIVE FOR ALL TO "ductwise_site" USING (true);',
    'REVOKE UPDATE ON calls FROM ductwise_site;',
    'REVOKE ALL ON FUNCTION claim_outgoing FROM ductwise_site;',
  ])('is rejected if it breaks the previous release: %s', (sql) => {
    expect(listReasons(sql)).toHaveLength(1)
    // The statement is also rejected between backward compatible statements.
    expect(listReasons(`CREATE TABLE "other" ("id" text);\n--> statement-breakpoint\n${sql}`)).toHaveLength(1)
    expect(
      listReasons(`CREATE TABLE other (id text); ALTER TABLE other ADD COLUMN a text NOT NULL; ${sql}`),
    ).toHaveLength(1)
  })

  it.each([
    'CREATE TABLE "other" ("id" text NOT NULL, CONSTRAINT "once" UNIQUE("id"));',
    'CREATE INDEX "calls_by" ON "calls" USING btree ("summary");',
    'ALTER TABLE "calls" ADD COLUMN "mood" text;',
    'ALTER TABLE "calls" ADD COLUMN "mood" text DEFAULT \'fine\' NOT NULL;',
    'ALTER TABLE "calls" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (to_tsvector(summary)) STORED NOT NULL;',
    'ALTER TABLE "calls" ALTER COLUMN "summary" DROP NOT NULL;',
    'ALTER TABLE "calls" ALTER COLUMN "summary" SET DEFAULT \'drop table\';',
    'ALTER TABLE "calls" ADD CONSTRAINT "short" CHECK (length(summary) < 10) NOT VALID;',
    'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE IF EXISTS temporary; END $$;',
    "UPDATE calls SET summary = 'set not null';",
    'CREATE POLICY "more" ON "calls" AS PERMISSIVE FOR SELECT TO "ductwise_site" USING (true);',
  ])('is accepted if it only adds something: %s', (sql) => {
    expect(listReasons(sql)).toEqual([])
  })

  it('may change its own new tables in any way', () => {
    const statements = [
      'CREATE TABLE "other" ("id" text);',
      'ALTER TABLE "other" ENABLE ROW LEVEL SECURITY;',
      'ALTER TABLE "other" ADD CONSTRAINT "once" UNIQUE("id");',
      'CREATE UNIQUE INDEX "again" ON "public"."other" ("id");',
      'REVOKE ALL ON other FROM PUBLIC, ductwise_site;',
    ]
    expect(listReasons(statements.join('\n--> statement-breakpoint\n'))).toEqual([])
  })

  it('may drop unused objects if it names the earlier migration that made them unused', () => {
    const sql = 'ALTER TABLE "calls" DROP COLUMN "summary";'
    expect(listReasons(`-- since 0012 nothing uses it\n${sql}`)).toEqual([])
    expect(listReasons(`-- since 0020 nothing uses it\n${sql}`), 'the same version is too late').toHaveLength(1)
    expect(listReasons(`-- nothing uses it\n${sql}`)).toHaveLength(1)
    expect(listReasons(`-- since 0012 nothing uses it\nSELECT 1;\n--> statement-breakpoint\n${sql}`)).toHaveLength(1)
  })

  it('may change objects in a compatible way if it gives the reason', () => {
    const sql = 'ALTER TABLE "calls" RENAME TO "conversations";'
    expect(listReasons(`-- compatible: a view has the former name\n${sql}`)).toEqual([])
    expect(listReasons(`-- compatible:\n${sql}`)).toHaveLength(1)
    expect(listReasons(`-- compatible: only this\nSELECT 1;\n--> statement-breakpoint\n${sql}`)).toHaveLength(1)
  })
})
