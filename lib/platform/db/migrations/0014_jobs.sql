-- compatible: the view below has the former name, and its columns
ALTER TABLE "outgoing" RENAME TO "jobs";--> statement-breakpoint
-- compatible: no code names it
ALTER TABLE "jobs" RENAME CONSTRAINT "outgoing_organization_id_organizations_id_fk" TO "jobs_organization_id_organizations_id_fk";--> statement-breakpoint
-- compatible: no code names it
ALTER INDEX "outgoing_due" RENAME TO "jobs_due";--> statement-breakpoint
-- Jobs of the site itself have no organization.
ALTER TABLE "jobs" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
-- compatible: unique as before for jobs of organizations; the version before writes no others
ALTER TABLE "jobs" DROP CONSTRAINT "outgoing_once", ADD CONSTRAINT "jobs_once" UNIQUE NULLS NOT DISTINCT("organization_id","kind","once_key");--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
CREATE POLICY "site_only" ON "jobs" AS PERMISSIVE FOR ALL TO "ductwise_site" USING (organization_id is null and nullif(current_setting('app.organization_id', true), '') is null) WITH CHECK (organization_id is null and nullif(current_setting('app.organization_id', true), '') is null);
--> statement-breakpoint
-- For the version before.
CREATE VIEW outgoing WITH (security_invoker = true) AS SELECT id, organization_id, kind, once_key, details, attempts, due_at, done_at, last_error, created_at, failed_at FROM jobs WHERE organization_id IS NOT NULL;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON outgoing TO ductwise_site;
--> statement-breakpoint
-- Claims are of all organizations, and of none. A serial kind is claimed by one worker at a time: two would not see each other's claim.
CREATE FUNCTION claim_job(job_kind text, at timestamptz, lease timestamptz, is_serial boolean) RETURNS SETOF jobs LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT pg_advisory_xact_lock(hashtextextended('claim_job ' || job_kind, 0)) WHERE is_serial;
	UPDATE jobs SET attempts = attempts + 1, lease_until = lease
	WHERE id = (
		SELECT id FROM jobs AS due
		WHERE kind = job_kind AND done_at IS NULL AND failed_at IS NULL AND due_at <= at AND (lease_until IS NULL OR lease_until <= at)
			AND NOT (is_serial AND EXISTS (
				SELECT FROM jobs AS running
				WHERE running.organization_id = due.organization_id AND running.kind = job_kind AND running.done_at IS NULL AND running.lease_until > at
			))
		ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
	)
	RETURNING *
$$;
--> statement-breakpoint
CREATE FUNCTION due_job_kinds(kinds text[], at timestamptz) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT handled.kind FROM unnest(kinds) AS handled (kind)
	WHERE EXISTS (
		SELECT FROM jobs
		WHERE jobs.kind = handled.kind AND done_at IS NULL AND failed_at IS NULL AND due_at <= at AND (lease_until IS NULL OR lease_until <= at)
	)
$$;
--> statement-breakpoint
-- The operator sees the number of jobs of all organizations together.
CREATE FUNCTION job_counts() RETURNS TABLE (kind text, waiting integer, failed integer, overdue double precision, dead integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT jobs.kind, (count(*) FILTER (WHERE is_waiting))::integer, (count(*) FILTER (WHERE is_waiting AND last_error IS NOT NULL))::integer,
		greatest(0, extract(epoch FROM now() - min(greatest(due_at, lease_until)) FILTER (WHERE is_waiting)))::double precision,
		(count(*) FILTER (WHERE failed_at IS NOT NULL))::integer
	FROM jobs, LATERAL (SELECT failed_at IS NULL AND (attempts > 0 OR due_at <= now()) AS is_waiting) AS state
	WHERE done_at IS NULL
	GROUP BY jobs.kind
$$;
--> statement-breakpoint
-- The version before claims by this. It knows the time of the next attempt alone, which is the end of its lease while it tries.
CREATE OR REPLACE FUNCTION claim_outgoing(work_kind text, at timestamptz, lease timestamptz) RETURNS SETOF jobs LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE jobs SET attempts = attempts + 1, due_at = lease
	WHERE id = (
		SELECT id FROM jobs
		WHERE kind = work_kind AND organization_id IS NOT NULL AND done_at IS NULL AND failed_at IS NULL AND due_at <= at AND (lease_until IS NULL OR lease_until <= at)
		ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
	)
	RETURNING *
$$;
--> statement-breakpoint
-- Deliveries of the version before become jobs. It has five minutes for an attempt: what is due later than that waits for a retry.
CREATE FUNCTION adopt_contact_deliveries() RETURNS void LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
	WITH adopted AS (
		DELETE FROM contact_deliveries
		WHERE delivered_at IS NULL AND (due_at <= now() OR due_at > now() + interval '5 minutes')
		RETURNING *
	)
	INSERT INTO jobs (id, kind, once_key, details, attempts, due_at, last_error)
	SELECT id, 'contact-' || channel, coalesce(message_id, notice_id)::text, jsonb_strip_nulls(jsonb_build_object('messageId', message_id, 'noticeId', notice_id)), attempts, due_at, last_error
	FROM adopted ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_vendor_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_TABLE_NAME = 'jobs' THEN
		INSERT INTO deletions (kind, table_name, company, ids, details)
		VALUES ('vendor', TG_TABLE_NAME, coalesce(new.organization_id, new.details ->> 'company'), ARRAY(SELECT jsonb_array_elements_text(new.details -> 'conversations')), jsonb_build_object('agentId', new.details -> 'agentId'));
	ELSE
		INSERT INTO deletions (kind, table_name, company, ids, details)
		VALUES ('vendor', TG_TABLE_NAME, new.company, new.conversations, jsonb_build_object('agentId', new.agent_id));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- An organization that goes leaves behind what the voice vendor has to delete: all of its calls, and the jobs that are open. Ten conversations at once, as in lib/dashboard/voice-vendor/deletions.ts.
CREATE OR REPLACE FUNCTION leave_vendor_deletions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE jobs SET organization_id = NULL, once_key = old.id || ' ' || once_key, details = details || jsonb_build_object('company', old.id)
	WHERE organization_id = old.id AND kind = 'vendor-deletion' AND done_at IS NULL;
	INSERT INTO jobs (kind, once_key, details, due_at)
	SELECT 'vendor-deletion', old.id || ' ' || md5(string_agg(external_id, ' ')), jsonb_build_object('company', old.id, 'agentId', agent_id, 'conversations', jsonb_agg(external_id)), now()
	FROM (
		SELECT s.voice_agent_id AS agent_id, c.external_id, (row_number() OVER (ORDER BY c.id) - 1) / 10 AS piece
		FROM calls c JOIN organization_settings s ON s.organization_id = c.organization_id
		WHERE c.organization_id = old.id AND s.voice_agent_id IS NOT NULL AND c.external_id ~ '^[A-Za-z0-9_-]{1,100}$'
	) AS known
	GROUP BY agent_id, piece ON CONFLICT DO NOTHING;
	RETURN old;
END
$$;
--> statement-breakpoint
WITH adopted AS (DELETE FROM vendor_deletions RETURNING *)
INSERT INTO jobs (id, kind, once_key, details, attempts, due_at, failed_at, last_error, created_at)
SELECT id, 'vendor-deletion', id::text, jsonb_build_object('company', company, 'agentId', agent_id, 'conversations', to_jsonb(conversations)), attempts, due_at, failed_at, last_error, created_at
FROM adopted;
--> statement-breakpoint
REVOKE ALL ON FUNCTION claim_job, due_job_kinds, job_counts, adopt_contact_deliveries FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION claim_job, due_job_kinds, job_counts, adopt_contact_deliveries TO ductwise_site;
