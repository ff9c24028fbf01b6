-- Who runs the site is told how much waits to be done outside, of all organizations together: kinds, numbers and times.
CREATE FUNCTION queue_lengths() RETURNS TABLE (queue text, kind text, waiting integer, failed integer, overdue double precision) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT queued.queue, queued.kind, count(*)::integer, (count(*) FILTER (WHERE queued.last_error IS NOT NULL))::integer,
		greatest(0, extract(epoch FROM now() - min(queued.due_at)))::double precision
	FROM (
		SELECT 'outgoing' AS queue, outgoing.kind, outgoing.due_at, outgoing.last_error FROM outgoing
		WHERE done_at IS NULL AND (attempts > 0 OR due_at <= now())
		UNION ALL
		SELECT 'contact', channel, contact_deliveries.due_at, contact_deliveries.last_error FROM contact_deliveries
		WHERE delivered_at IS NULL
	) AS queued
	GROUP BY queued.queue, queued.kind
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION queue_lengths FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION queue_lengths TO ductwise_site;
