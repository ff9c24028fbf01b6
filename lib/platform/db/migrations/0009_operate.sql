CREATE TABLE "build_files" (
	"path" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"last_seen" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"table_name" text NOT NULL,
	"company" text,
	"ids" text[] NOT NULL,
	"details" jsonb
);
--> statement-breakpoint
ALTER TABLE "deletions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "vendor_deletions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversations" text[] NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_purges" (
	"key" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"looked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "build_files_seen" ON "build_files" USING btree ("last_seen");--> statement-breakpoint
CREATE INDEX "deletions_at" ON "deletions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "vendor_deletions_due" ON "vendor_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "edge_purges_due" ON "edge_purges" USING btree ("due_at");
--> statement-breakpoint
-- Nobody who comes in through the site reads or changes what is written here.
REVOKE ALL ON deletions FROM PUBLIC, ductwise_site;
--> statement-breakpoint
-- Notes the ids of rows that a statement has deleted: of a table, with this column of ids, and with this one of the organization. What goes with its organization is not noted: the organization is.
CREATE FUNCTION note_deletions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	EXECUTE format(
		'INSERT INTO deletions (kind, table_name, company, ids) SELECT ''rows'', %L, company, array_agg(DISTINCT id)
		FROM (SELECT %I::text AS id, %s AS company FROM gone) AS deleted
		WHERE company IS NULL OR EXISTS (SELECT FROM organizations WHERE organizations.id = company)
		GROUP BY company',
		TG_ARGV[0], TG_ARGV[1], CASE WHEN TG_NARGS > 2 THEN quote_ident(TG_ARGV[2]) ELSE 'null::text' END
	);
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Notes which of these columns of a row were emptied, and what says that something is over: never what was typed.
CREATE FUNCTION note_emptied() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	before jsonb := to_jsonb(old);
	after jsonb := to_jsonb(new);
	emptied jsonb;
BEGIN
	SELECT jsonb_object_agg(key, value) INTO emptied FROM jsonb_each(after)
	WHERE key = ANY (TG_ARGV) AND value IS DISTINCT FROM before -> key
		AND (value IN ('null', 'true', '"Deleted on request"') OR key ~ '_at$');
	IF emptied IS NOT NULL THEN
		INSERT INTO deletions (kind, table_name, company, ids, details)
		VALUES ('emptied', TG_TABLE_NAME, new.organization_id, ARRAY[coalesce(after ->> 'id', new.organization_id)], emptied);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Notes conversations that the voice vendor is to delete: when the database is lost, that is still to be done.
CREATE FUNCTION note_vendor_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_TABLE_NAME = 'outgoing' THEN
		INSERT INTO deletions (kind, table_name, company, ids, details)
		VALUES ('vendor', TG_TABLE_NAME, new.organization_id, ARRAY(SELECT jsonb_array_elements_text(new.details -> 'conversations')), jsonb_build_object('agentId', new.details -> 'agentId'));
	ELSE
		INSERT INTO deletions (kind, table_name, company, ids, details)
		VALUES ('vendor', TG_TABLE_NAME, new.company, new.conversations, jsonb_build_object('agentId', new.agent_id));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- An organization that goes leaves behind what the voice vendor has to delete: all of its calls, and what was still to be done. Ten conversations at once, as in lib/dashboard/voice-vendor/deletions.ts.
CREATE FUNCTION leave_vendor_deletions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO vendor_deletions (company, agent_id, conversations)
	SELECT old.id, agent_id, array_agg(external_id)
	FROM (
		SELECT s.voice_agent_id AS agent_id, c.external_id, (row_number() OVER (ORDER BY c.id) - 1) / 10 AS piece
		FROM calls c JOIN organization_settings s ON s.organization_id = c.organization_id
		WHERE c.organization_id = old.id AND s.voice_agent_id IS NOT NULL AND c.external_id ~ '^[A-Za-z0-9_-]{1,100}$'
	) AS known
	GROUP BY agent_id, piece;
	INSERT INTO vendor_deletions (company, agent_id, conversations)
	SELECT old.id, details ->> 'agentId', ARRAY(SELECT jsonb_array_elements_text(details -> 'conversations'))
	FROM outgoing WHERE organization_id = old.id AND kind = 'vendor-deletion' AND done_at IS NULL;
	RETURN old;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_deletions, note_emptied, note_vendor_deletion, leave_vendor_deletions FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON organizations REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('organizations', 'id');
--> statement-breakpoint
-- Ids in this table are those of organizations, memberships and people that Clerk has deleted.
CREATE TRIGGER note_deletions AFTER INSERT ON deleted_clerk_ids REFERENCING NEW TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('deleted_clerk_ids', 'id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON contact_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('contact_messages', 'id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON newsletter_subscribers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('newsletter_subscribers', 'id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON newsletter_notices REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('newsletter_notices', 'id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON organization_exports REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('organization_exports', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON events REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('events', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON alerts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('alerts', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON lead_notes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('lead_notes', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON appointments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('appointments', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON leads REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('leads', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON calls REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('calls', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON calendar_feeds REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('calendar_feeds', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON connections REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('connections', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON api_keys REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('api_keys', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON push_subscriptions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('push_subscriptions', 'id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON assistant_versions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('assistant_versions', 'id', 'organization_id');
--> statement-breakpoint
-- A caller who is forgotten goes with their numbers; of two who are made one, the one that goes has none any more, and what was known of them stays.
CREATE TRIGGER note_deletions AFTER DELETE ON caller_numbers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('callers', 'caller_id', 'organization_id');
--> statement-breakpoint
-- One row for each organization, which goes only when all its data does.
CREATE TRIGGER note_deletions AFTER DELETE ON organization_settings REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('organization_settings', 'organization_id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON line_requests REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('line_requests', 'organization_id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_deletions AFTER DELETE ON trials REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_deletions('trials', 'organization_id', 'organization_id');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON calls FOR EACH ROW WHEN ((old.caller_name IS NOT NULL AND new.caller_name IS NULL) OR (old.caller_phone IS NOT NULL AND new.caller_phone IS NULL) OR (old.caller_words IS NOT NULL AND new.caller_words IS NULL) OR (old.summary IS NOT NULL AND new.summary IS NULL) OR (old.attention IS NOT NULL AND new.attention IS NULL) OR (old.transcript IS NOT NULL AND new.transcript IS NULL) OR (old.recording_url IS NOT NULL AND new.recording_url IS NULL)) EXECUTE FUNCTION note_emptied('caller_name', 'caller_phone', 'caller_words', 'summary', 'attention', 'transcript', 'recording_url', 'transcript_deleted_at', 'recording_deleted_at');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON leads FOR EACH ROW WHEN ((old.phone IS NOT NULL AND new.phone IS NULL) OR (old.email IS NOT NULL AND new.email IS NULL) OR (old.address IS NOT NULL AND new.address IS NULL) OR (old.zip IS NOT NULL AND new.zip IS NULL) OR (old.safety IS NOT NULL AND new.safety IS NULL) OR (old.system IS NOT NULL AND new.system IS NULL)) EXECUTE FUNCTION note_emptied('phone', 'email', 'address', 'zip', 'safety', 'system');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON appointments FOR EACH ROW WHEN ((old.customer <> 'Deleted on request' AND new.customer = 'Deleted on request') OR (old.phone IS NOT NULL AND new.phone IS NULL) OR (old.address IS NOT NULL AND new.address IS NULL) OR (old.reason IS NOT NULL AND new.reason IS NULL)) EXECUTE FUNCTION note_emptied('customer', 'phone', 'address', 'reason');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON callers FOR EACH ROW WHEN ((old.name IS NOT NULL AND new.name IS NULL) OR (old.address IS NOT NULL AND new.address IS NULL) OR (old.house IS NOT NULL AND new.house IS NULL) OR (old.system IS NOT NULL AND new.system IS NULL) OR (old.notes IS NOT NULL AND new.notes IS NULL) OR (NOT old.do_not_call AND new.do_not_call)) EXECUTE FUNCTION note_emptied('name', 'address', 'house', 'system', 'notes', 'do_not_call');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON line_requests FOR EACH ROW WHEN ((old.note IS NOT NULL AND new.note IS NULL)) EXECUTE FUNCTION note_emptied('note');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON api_keys FOR EACH ROW WHEN ((old.revoked_at IS NULL AND new.revoked_at IS NOT NULL)) EXECUTE FUNCTION note_emptied('revoked_at');
--> statement-breakpoint
CREATE TRIGGER note_emptied AFTER UPDATE ON calendar_feeds FOR EACH ROW WHEN ((old.revoked_at IS NULL AND new.revoked_at IS NOT NULL)) EXECUTE FUNCTION note_emptied('revoked_at');
--> statement-breakpoint
CREATE TRIGGER note_vendor_deletion AFTER INSERT ON outgoing FOR EACH ROW WHEN (new.kind = 'vendor-deletion') EXECUTE FUNCTION note_vendor_deletion();
--> statement-breakpoint
CREATE TRIGGER note_vendor_deletion AFTER INSERT ON vendor_deletions FOR EACH ROW EXECUTE FUNCTION note_vendor_deletion();
--> statement-breakpoint
CREATE TRIGGER leave_vendor_deletions BEFORE DELETE ON organizations FOR EACH ROW EXECUTE FUNCTION leave_vendor_deletions();
--> statement-breakpoint
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
