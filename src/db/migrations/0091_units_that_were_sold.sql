-- A line of a purchase names the unit that was sold: one that holds for the option that was bought. Older lines that name a unit
-- of another product name none any more; what was sold, as what and for how much stands in the line itself.
update purchase_lines l set product_age_band_id = null from purchases p, product_age_bands b
where p.id = l.purchase_id and b.id = l.product_age_band_id and b.product_id is distinct from p.product_id;

-- The purchase is locked, so that nobody changes its option while a line of it is written. Afterwards, because one statement may
-- write a purchase and its lines.
create function lines_name_units_of_their_option() returns trigger language plpgsql as $$
declare
  sold record;
begin
  select product_id, product_option_id into sold from purchases where id = new.purchase_id for no key update;
  if exists (select from product_age_bands b where b.id = new.product_age_band_id
      and (b.product_id, coalesce(b.option_id, sold.product_option_id)) is distinct from (sold.product_id, sold.product_option_id)) then
    raise exception 'unit % is not sold with the option of purchase %', new.product_age_band_id, new.purchase_id
      using errcode = 'check_violation', table = 'purchase_lines', constraint = 'a_line_names_a_unit_of_its_option';
  end if;
  return null;
end
$$;
create trigger purchase_lines_unit after insert or update of purchase_id, product_age_band_id on purchase_lines
  for each row when (new.product_age_band_id is not null) execute function lines_name_units_of_their_option();

create function purchases_keep_the_option_of_their_units() returns trigger language plpgsql as $$
begin
  if exists (select from purchase_lines l join product_age_bands b on b.id = l.product_age_band_id where l.purchase_id = new.id
      and (b.product_id, coalesce(b.option_id, new.product_option_id)) is distinct from (new.product_id, new.product_option_id)) then
    raise exception 'units of purchase % are not sold with option %', new.id, new.product_option_id
      using errcode = 'check_violation', table = 'purchases', constraint = 'a_line_names_a_unit_of_its_option';
  end if;
  return new;
end
$$;
create trigger purchases_option before update of product_id, product_option_id on purchases
  for each row when ((old.product_id, old.product_option_id) is distinct from (new.product_id, new.product_option_id))
  execute function purchases_keep_the_option_of_their_units();
