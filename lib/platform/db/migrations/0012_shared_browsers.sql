-- A browser that is added in one organization is no device of another any more: a different person may use it now.
CREATE FUNCTION release_push_endpoint(push_endpoint text, next_organization text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	DELETE FROM push_subscriptions WHERE endpoint = push_endpoint AND organization_id <> next_organization
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION release_push_endpoint FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION release_push_endpoint TO ductwise_site;
