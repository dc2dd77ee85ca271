CREATE INDEX "charge_captures_status_dos" ON "charge_captures" USING btree ("status","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_category_dos" ON "charge_captures" USING btree ("claim_creation_category","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_unlinked_dos" ON "charge_captures" USING btree ("date_of_service","seq") WHERE "charge_captures"."claim_creation_id" = '';--> statement-breakpoint
CREATE INDEX "charge_captures_claim_status_dos" ON "charge_captures" USING btree ("claim_status","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_billable_dos" ON "charge_captures" USING btree ("billable_status","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_responsible_dos" ON "charge_captures" USING btree ("responsible_party","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_billing_npi_dos" ON "charge_captures" USING btree ("billing_provider_npi","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_facility_dos" ON "charge_captures" USING btree ("service_facility_name","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_payer_id_dos" ON "charge_captures" USING btree ("primary_payer_id","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_payer_name_dos" ON "charge_captures" USING btree ("primary_payer_name","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_rendering_npi_dos" ON "charge_captures" USING btree ("rendering_provider_npi","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_rendering_name_dos" ON "charge_captures" USING btree ("rendering_provider_name","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_supervising_npi_dos" ON "charge_captures" USING btree ("supervising_provider_npi","date_of_service","seq");--> statement-breakpoint
CREATE INDEX "charge_captures_supervising_name_dos" ON "charge_captures" USING btree ("supervising_provider_name","date_of_service","seq");