-- What refers to a row of an organization can only refer to one of the same organization.
ALTER TABLE leads ADD CONSTRAINT leads_call FOREIGN KEY (organization_id, call_id) REFERENCES calls (organization_id, id) ON DELETE SET NULL (call_id);
--> statement-breakpoint
ALTER TABLE lead_notes ADD CONSTRAINT lead_notes_lead FOREIGN KEY (organization_id, lead_id) REFERENCES leads (organization_id, id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE appointments ADD CONSTRAINT appointments_lead FOREIGN KEY (organization_id, lead_id) REFERENCES leads (organization_id, id) ON DELETE SET NULL (lead_id);
--> statement-breakpoint
ALTER TABLE appointments ADD CONSTRAINT appointments_call FOREIGN KEY (organization_id, call_id) REFERENCES calls (organization_id, id) ON DELETE SET NULL (call_id);
--> statement-breakpoint
-- Searching runs with the rights of the tables' owner: under row-level security Postgres may not use the index of words. So the function and the view name the organization themselves.
CREATE FUNCTION matching_calls(query tsquery) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT id FROM calls WHERE organization_id = nullif(current_setting('app.organization_id', true), '') AND search @@ query
$$;
--> statement-breakpoint
-- It is only read.
CREATE VIEW searchable_leads AS SELECT * FROM leads WHERE organization_id = nullif(current_setting('app.organization_id', true), '');
--> statement-breakpoint
REVOKE ALL ON searchable_leads FROM PUBLIC, ductwise_site;
--> statement-breakpoint
GRANT SELECT ON searchable_leads TO ductwise_site;
--> statement-breakpoint
-- Who shows a secret is told whose it is: nothing else is read before the organization is known.
CREATE FUNCTION organization_of_key(key_hash text) RETURNS TABLE (organization_id text, key_id uuid, scopes text[]) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT k.organization_id, k.id, k.scopes FROM api_keys k WHERE k.hash = key_hash AND k.revoked_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION organization_of_feed(feed_hash text) RETURNS TABLE (organization_id text, feed_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT f.organization_id, f.id FROM calendar_feeds f WHERE f.secret_hash = feed_hash AND f.revoked_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION organization_of_voice_agent(agent_id text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT s.organization_id FROM organization_settings s WHERE s.voice_agent_id = agent_id
$$;
--> statement-breakpoint
-- A person who is deleted is named nowhere any more, in whichever organization they were.
CREATE FUNCTION forget_person(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE organization_exports SET user_id = NULL WHERE user_id = person;
	UPDATE events SET actor_id = NULL WHERE actor_kind = 'person' AND actor_id = person;
	UPDATE calls SET handed_to_id = NULL WHERE handed_to_id = person;
	UPDATE leads SET assignee_id = NULL WHERE assignee_id = person;
	UPDATE lead_notes SET author_id = NULL WHERE author_id = person;
	UPDATE calendar_feeds SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE api_keys SET created_by_id = NULL WHERE created_by_id = person;
	UPDATE connections SET created_by_id = NULL WHERE created_by_id = person;
	DELETE FROM authorizations WHERE user_id = person;
END
$$;
--> statement-breakpoint
-- A person who is deleted stays on a list of people on call, as somebody without a sign-in: the company is told that they left.
CREATE FUNCTION forget_on_call(person text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE organization_settings SET version = version + 1, on_call = (
		SELECT jsonb_agg(CASE WHEN entry->>'memberId' = person THEN entry || '{"memberId": "former"}' ELSE entry END ORDER BY place)
		FROM jsonb_array_elements(on_call) WITH ORDINALITY AS list (entry, place)
	)
	WHERE on_call @> jsonb_build_array(jsonb_build_object('memberId', person))
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION matching_calls, organization_of_key, organization_of_feed, organization_of_voice_agent, forget_person, forget_on_call FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION matching_calls, organization_of_key, organization_of_feed, organization_of_voice_agent, forget_person, forget_on_call TO ductwise_site;
