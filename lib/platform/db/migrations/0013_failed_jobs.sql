ALTER TABLE "vendor_deletions" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outgoing" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
-- What failed permanently is not claimed again.
CREATE OR REPLACE FUNCTION claim_outgoing(work_kind text, at timestamptz, lease timestamptz) RETURNS SETOF outgoing LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE outgoing SET attempts = attempts + 1, due_at = lease
	WHERE id = (SELECT id FROM outgoing WHERE kind = work_kind AND done_at IS NULL AND failed_at IS NULL AND due_at <= at ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING *
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION queue_lengths() RETURNS TABLE (queue text, kind text, waiting integer, failed integer, overdue double precision) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT queued.queue, queued.kind, count(*)::integer, (count(*) FILTER (WHERE queued.last_error IS NOT NULL))::integer,
		greatest(0, extract(epoch FROM now() - min(queued.due_at)))::double precision
	FROM (
		SELECT 'outgoing' AS queue, outgoing.kind, outgoing.due_at, outgoing.last_error FROM outgoing
		WHERE done_at IS NULL AND failed_at IS NULL AND (attempts > 0 OR due_at <= now())
		UNION ALL
		SELECT 'contact', channel, contact_deliveries.due_at, contact_deliveries.last_error FROM contact_deliveries
		WHERE delivered_at IS NULL
		UNION ALL
		SELECT 'former-companies', 'vendor-deletion', vendor_deletions.due_at, vendor_deletions.last_error FROM vendor_deletions
		WHERE failed_at IS NULL
	) AS queued
	GROUP BY queued.queue, queued.kind
$$;
--> statement-breakpoint
-- The operator sees how much failed permanently, of all organizations together: kinds and numbers.
CREATE FUNCTION dead_letters() RETURNS TABLE (queue text, kind text, dead integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT 'outgoing', outgoing.kind, count(*)::integer FROM outgoing WHERE failed_at IS NOT NULL GROUP BY outgoing.kind
	UNION ALL
	SELECT 'former-companies', 'vendor-deletion', count(*)::integer FROM vendor_deletions WHERE failed_at IS NOT NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION dead_letters FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION dead_letters TO ductwise_site;
