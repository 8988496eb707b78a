-- What suppliers ask before a booking, and what they give back after a cancellation, are theirs as well.
alter table products drop constraint products_overrides_check, add constraint products_overrides_check check (overrides <@ array[
  'title', 'description', 'reference', 'locale', 'timeZone', 'latitude', 'longitude', 'availabilityType', 'isInstantConfirmation',
  'isInstantDelivery', 'isAvailabilityRequired', 'deliveryMethods', 'redemptionMethod', 'pricingPer', 'netFrom', 'cancellationPolicy',
  'cancellationHours', 'cancellationTiers', 'questions']);
alter table product_drift_rules drop constraint product_drift_rules_field_check, add constraint product_drift_rules_field_check check (field in (
  'title', 'description', 'reference', 'locale', 'timeZone', 'latitude', 'longitude', 'availabilityType', 'isInstantConfirmation',
  'isInstantDelivery', 'isAvailabilityRequired', 'deliveryMethods', 'redemptionMethod', 'pricingPer', 'netFrom', 'cancellationPolicy',
  'cancellationHours', 'cancellationTiers', 'questions'));
alter table product_drifts drop constraint product_drifts_field_check, add constraint product_drifts_field_check check (field in (
  'title', 'description', 'reference', 'locale', 'timeZone', 'latitude', 'longitude', 'availabilityType', 'isInstantConfirmation',
  'isInstantDelivery', 'isAvailabilityRequired', 'deliveryMethods', 'redemptionMethod', 'pricingPer', 'netFrom', 'cancellationPolicy',
  'cancellationHours', 'cancellationTiers', 'questions'));
